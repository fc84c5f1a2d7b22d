#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# demo.sh LOG COMMAND...: what "./bitvox demo" shows, in the current folder. COMMAND runs an operation;
# what it prints goes to LOG. Two samples are made whose answers are known: a bone whose pores are
# overlapping balls, and a sandstone whose grains are. A CT in ct.tif is measured too.
set -euo pipefail
log=$1
shift
run=("$@")
: >"$log"

bitvox() { "${run[@]}" "$@" >>"$log"; }

# number FILE COLUMN: of the first row, with four digits.
number() {
  local heads cells i
  { IFS=, read -ra heads && IFS=, read -ra cells; } <"$1"
  for i in "${!heads[@]}"; do
    [[ ${heads[i]} == "$2" ]] || continue
    LC_ALL=C printf '%#.4g' "${cells[i]}"
    return
  done
  echo "$1 has no column $2" >&2
  return 1
}

percent() {
  local part
  part=$(number "$@") && LC_ALL=C awk -v part="$part" 'BEGIN { printf "%#.4g %%", 100 * part }'
}

# line WHAT WORDS
line() { printf '%-16s %s\n' "$1" "$2"; }

bone() {
  local share loops direction thickness separation
  bitvox sample_foam width=192 height=192 depth=192 radius_min=9 radius_max=16 fraction=0.75 seed=4 \
    output=pores.tif
  bitvox morphology input=pores.tif voxel_size=0.015mm threshold=0..0 operation=open radius=0 \
    output=bone.tif # all that is no pore
  rm pores.tif
  bitvox minkowski input=bone.tif edges=clipped save=bone-shape.csv
  bitvox local_thickness input=bone.tif edges=clipped save=bone-thickness.csv output=bone-thickness.tif
  bitvox local_thickness input=bone.tif edges=clipped phase=background save=bone-separation.csv
  share=$(percent bone-shape.csv BV/TV)
  loops=$(number bone-shape.csv 'Conn.D (1/mm^3)')
  direction=$(number bone-shape.csv DA)
  thickness=$(number bone-thickness.csv 'Mean (mm)')
  separation=$(number bone-separation.csv 'Mean (mm)')
  line "Trabecular bone" "BV/TV $share (made with 25 %), Conn.D $loops /mm^3, DA $direction"
  line "" "Tb.Th $thickness mm, Tb.Sp $separation mm (made of pores 0.285 to 0.495 mm wide)"
  bitvox workflow input=bone.tif output=report
}

sandstone() {
  local share width permeability factor
  bitvox sample_foam width=128 height=128 depth=128 radius_min=5 radius_max=12 fraction=0.8 seed=2 \
    output=grains.tif
  bitvox morphology input=grains.tif voxel_size=5um operation=open radius=0 output=sandstone.tif
  rm grains.tif
  bitvox local_thickness input=sandstone.tif edges=clipped phase=background save=sandstone-pores.csv
  bitvox permeability input=sandstone.tif phase=background sides=mirrored save=sandstone-flow.csv \
    plot=sandstone-flow.png
  bitvox tortuosity input=sandstone.tif phase=background save=sandstone-diffusion.csv
  share=$(percent sandstone-flow.csv Porosity)
  width=$(number sandstone-pores.csv 'Mean (µm)')
  permeability=$(number sandstone-flow.csv 'k (darcy)')
  factor=$(number sandstone-diffusion.csv 'Tortuosity factor')
  line "Sandstone" "porosity $share (made with 20 %), pores $width µm wide"
  line "" "permeability $permeability darcy, tortuosity factor $factor"
}

skull() {
  local share thickness
  bitvox minkowski input=ct.tif threshold=226 save=skull-shape.csv
  bitvox local_thickness input=ct.tif threshold=226 save=skull-thickness.csv output=skull-thickness.tif
  share=$(percent skull-shape.csv BV/TV)
  thickness=$(number skull-thickness.csv 'Mean (mm)')
  line "CT of a skull" "above 226 HU is $share of the volume, $thickness mm thick"
}

bone
sandstone
if [[ -s ct.tif ]]; then
  skull
else
  line "CT of a skull" "left out: Debian's package invesalius-examples could not be fetched"
fi
echo "The report on the bone is $PWD/report/report.html"
