// SPDX-License-Identifier: BSD-2-Clause
// Reads and writes arrays by zarrita, for tests/launch/zarr_test.sh:
//   check.mjs write FOLDER          arrays of Zarr 3, each beside its voxels
//   check.mjs read ARRAY VOXELS     the array has these voxels
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as zarr from "zarrita";
import { FileSystemStore } from "@zarrita/storage";

const bytes = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

async function read(place, voxels) {
  const array = await zarr.open(new FileSystemStore(resolve(place)), { kind: "array" });
  const { data } = await zarr.get(array);
  if (Buffer.compare(bytes(data), readFileSync(voxels)) !== 0) {
    console.error(`zarrita reads other voxels in ${place}`);
    process.exit(1);
  }
}

async function write(folder) {
  const shape = [9, 10, 11];
  const count = shape.reduce((a, b) => a * b);
  const zstd = { name: "zstd", configuration: { level: 3, checksum: false } };
  const lz4 = { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4, blocksize: 0 };
  const blosc = { name: "blosc", configuration: lz4 };
  const little = { name: "bytes", configuration: { endian: "little" } };
  const ways = {
    zstd: { dtype: "uint16", values: Uint16Array, codecs: [little, zstd] },
    plain: { dtype: "int16", values: Int16Array, codecs: [little] },
    float: { dtype: "float32", values: Float32Array, codecs: [little, blosc] },
    turned: {
      dtype: "uint8",
      values: Uint8Array,
      codecs: [{ name: "transpose", configuration: { order: [2, 0, 1] } }, little],
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    const data = way.values.from({ length: count }, (_, i) => (i * 7) % 251);
    const array = await zarr.create(new FileSystemStore(resolve(folder, `zarrita_${name}.zarr`)), {
      shape,
      chunkShape: [4, 5, 6],
      dtype: way.dtype,
      fillValue: 0,
      codecs: way.codecs,
    });
    await zarr.set(array, null, { data, shape, stride: [110, 11, 1] });
    writeFileSync(resolve(folder, `zarrita_${name}.bin`), bytes(data));
  }
}

await { read, write }[process.argv[2]](...process.argv.slice(3));
