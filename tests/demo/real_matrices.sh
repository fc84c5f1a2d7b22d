#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Solves real matrices, which Debian's packages scilab-doc and libsuperlu-doc ship, by what the
# command chooses, and prints the table of docs/solve.md. x is 1 in every row, and b = A x.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get -q download scilab-doc libsuperlu-doc >/dev/null
for package in *.deb; do
  dpkg-deb --fsys-tarfile "$package" |
    tar -x --wildcards --transform='s:.*/::' '*/umfpack/demos/*.r[us]a' '*/g20.rua' 2>/dev/null || true
done
for matrix in g20.rua utm300.rua arc130.rua bcsstk24.rsa ex14.rua; do
  name=${matrix%.*}
  java "$root/tests/demo/HarwellBoeing.java" "$matrix" "$name.mtx"
  "$root/bitvox" run solve input="$name.mtx" save="$name.csv"
  printf '\n'
done
