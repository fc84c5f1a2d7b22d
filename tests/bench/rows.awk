# SPDX-License-Identifier: BSD-2-Clause
# Rows as in docs/benchmarks.csv, of the CSV that Google Benchmark writes: names are
# OPERATION/BACKEND/.../SIZE. Given cpu, gpu, commit and date.
function in_ms(value, unit) {
  return value * (unit == "ns" ? 1e-6 : unit == "us" ? 1e-3 : unit == "s" ? 1e3 : 1)
}

BEGIN { print "what,size,machine,floor (ms),measured (ms),aim (ms),commit,date" }

/^name,/ {
  count = split($0, heads, ",")
  for (i = 1; i <= count; i++) {
    gsub(/"/, "", heads[i])
    column[heads[i]] = i
  }
  next
}

!count || !/^"/ { next } # before the names of the columns: the machine

{
  name = $0
  sub(/^"/, "", name)
  sub(/".*/, "", name)
  rest = $0
  sub(/^"[^"]*"/, "name", rest)
  split(rest, cells, ",")
  if (cells[column["error_occurred"]] == "true") next
  gsub(/\/(real_time|process_time|manual_time|iterations:[0-9]+)/, "", name)
  parts = split(name, part, "/")
  size = part[parts] ~ /^[0-9]+$/ ? part[parts--] : "-"
  backend = part[2] ~ /^(cuda|avx512|avx2|neon|scalar)$/ ? part[2] : ""
  what = part[1]
  for (i = backend == "" ? 2 : 3; i <= parts; i++) what = what " " part[i]
  machine = (backend == "" ? "" : backend ", ") (backend == "cuda" ? gpu : cpu)
  measured = in_ms(cells[column["real_time"]], cells[column["time_unit"]])
  aim = "aim_ms" in column ? cells[column["aim_ms"]] : ""
  floor = "floor_ms" in column ? cells[column["floor_ms"]] : ""
  printf "\"%s\",%s,\"%s\",%s,%.4g,%s,%s,%s\n", what, size, machine, floor, measured, aim, commit, date
}
