#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The tutorial: its macro in ImageJ's window gives the numbers of its command lines, which the page has. The Help button
# of a dialog opens the manual. The pictures tutorial.png and words.png of the manual are made here.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin
ct_here

echo "The macro, in ImageJ's window"
awk '/^```/ { macro = /^```ijm/; next } macro' "$root/docs/tutorial.md" >tutorial.ijm
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,PreviewSteps,TutorialDriver}.java
timeout 900 "${imagej[@]}" TutorialDriver 2>err | tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped: $(<err)"
! grep -F org.bitvox err || fail "a failure in AWT's thread: $(<err)"

# numbers_of_the_page: TABLE|COLUMN|VALUE
numbers_of_the_page() {
  sed -nE 's/^\| (Shape Numbers|Local Thickness|Granulometry Summary) \| (.*) \| (.*) \|$/\1|\2|\3/p' \
    "$root/docs/tutorial.md"
}

if [[ -s $root/target/ct/ct.tif ]]; then
  echo "The numbers of the page"
  declare -A files=(["Shape Numbers"]=shape ["Local Thickness"]=thickness ["Granulometry Summary"]=summary)
  expect_equal "numbers" 7 "$(numbers_of_the_page | wc -l)"
  while IFS='|' read -r table column value; do
    found=$(awk -F, -v name="$column" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
      NR == 2 && column { printf "%.4g", $column }' "${files[$table]}.csv")
    expect_equal "$table, $column" "$value" "$found"
  done < <(numbers_of_the_page)
fi

echo "The same on the command line"
threshold=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "Threshold") column = i }
  NR == 2 { print $column }' shape.csv)
for table in shape thickness sizes; do mv $table.csv window-$table.csv; done
while read -r line; do
  line=${line/.\/bitvox/\"$bitvox\"}
  expect_exit 0 bash -c "${line/threshold=226/threshold=$threshold}"
done < <(sed -nE 's%^ +(\./bitvox run .*)%\1%p' "$root/docs/tutorial.md")
expect_equal "sizes" "$(counts window-sizes.csv)" "$(counts sizes.csv)"
numbers() { sed 's/^[^,]*,//; s/[^,]*ct\.tif,//' "$1"; } # but for the name of the image
for table in shape thickness; do
  expect_equal "$table" "$(numbers $table.csv)" "$(numbers window-$table.csv)"
done

echo "The picture of the words"
words() { java -Djava.awt.headless=true -cp "$ij_jar" "$root/tests/launch/WordsPicture.java" "$@"; }
words shape shape.tif
for element in cross cube; do
  for size in 1 2 3; do
    expect_exit 0 "$bitvox" run morphology input=shape.tif operation=open element=$element \
      radius=$size output=$element-$size.tif
  done
done
words draw words.png
[[ -s words.png && -s tutorial.png && -s help.png ]] || fail "a picture is missing"
