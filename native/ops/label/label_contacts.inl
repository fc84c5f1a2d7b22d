// SPDX-License-Identifier: BSD-2-Clause
// Where the runs of a row touch those of rows before it, for 64 voxels at once: included by both
// twins, each with its own BITVOX_INLINE. Bit x of a word is voxel x.
//
// A run is named by its rank: the number of runs that begin before it, in raster order. Runs go
// across words. Contacts are bits too: where two runs touch, one bit is set in what follows, unless
// the runs are joined anyway. A contact is left out only where it follows from contacts that are
// never left out, or from those of rows before, so nothing is lost.
//
//     z - 1:  d c e     y falls to the left: row (y, z) is a, (y - 1, z) is b, (y, z - 1) is c,
//     z    :  b a       (y - 1, z - 1) is d and (y + 1, z - 1) is e

// A word with those before and behind it in its row; 0 where there are none.
struct RowWords {
  uint64_t before, here, after;
};

// Bit x of these is voxel x - 1, x + 1 of the row.
BITVOX_INLINE uint64_t from_left(const RowWords& r) { return r.here << 1 | r.before >> 63; }
BITVOX_INLINE uint64_t from_right(const RowWords& r) { return r.here >> 1 | r.after << 63; }

// The first voxels of runs.
BITVOX_INLINE uint64_t run_starts(const RowWords& r) { return r.here & ~from_left(r); }

// The rank of the run at voxel x, from 0 to 63, where one is; `base` is the number of runs that
// begin before the word.
BITVOX_INLINE uint32_t run_at(uint32_t base, uint64_t starts, int x) {
  return base + static_cast<uint32_t>(BITVOX_POPCOUNT(starts & ~uint64_t{0} >> (63 - x))) - 1;
}

// The first voxel of each stretch of x that is in both rows.
BITVOX_INLINE uint64_t straight_contacts(const RowWords& a, const RowWords& r) {
  const uint64_t both = a.here & r.here;
  return both & ~(both << 1 | (a.before & r.before) >> 63);
}

// x of a and x - 1 of the other touch, and neither row goes on there.
BITVOX_INLINE uint64_t left_contacts(const RowWords& a, const RowWords& r) {
  return a.here & from_left(r) & ~from_left(a) & ~r.here;
}
BITVOX_INLINE uint64_t right_contacts(const RowWords& a, const RowWords& r) {
  return a.here & from_right(r) & ~from_right(a) & ~r.here;
}

// Calls meet(row, shift, bits): voxel x of a touches voxel x + shift of the row for each bit x.
template <class Meet>
BITVOX_INLINE void find_contacts(Connectivity connectivity, const RowWords& a, const RowWords& b,
                                 const RowWords& c, const RowWords& d, const RowWords& e,
                                 Meet&& meet) {
  meet(kRowC, 0, straight_contacts(a, c));
  if (connectivity == Connectivity::kFaces) {
    meet(kRowB, 0, straight_contacts(a, b) & ~(c.here & d.here));
    return;
  }
  meet(kRowC, -1, left_contacts(a, c));
  meet(kRowC, 1, right_contacts(a, c));
  if (connectivity == Connectivity::kEdges) {
    meet(kRowB, 0, straight_contacts(a, b) & ~c.here);
    meet(kRowB, -1, left_contacts(a, b) & ~from_left(c));
    meet(kRowB, 1, right_contacts(a, b) & ~from_right(c));
    meet(kRowD, 0, straight_contacts(a, d) & ~(b.here | c.here));
    meet(kRowE, 0, straight_contacts(a, e) & ~c.here);
    return;
  }
  const uint64_t c_left = c.here | from_left(c);
  const uint64_t c_right = c.here | from_right(c);
  const uint64_t bc_left = c_left | b.here | from_left(b);
  const uint64_t bc_right = c_right | b.here | from_right(b);
  meet(kRowB, 0, straight_contacts(a, b) & ~(c_left | c_right));
  meet(kRowB, -1, left_contacts(a, b) & ~c_left);
  meet(kRowB, 1, right_contacts(a, b) & ~c_right);
  meet(kRowD, 0, straight_contacts(a, d) & ~(bc_left | bc_right));
  meet(kRowD, -1, left_contacts(a, d) & ~bc_left);
  meet(kRowD, 1, right_contacts(a, d) & ~bc_right);
  meet(kRowE, 0, straight_contacts(a, e) & ~(c_left | c_right));
  meet(kRowE, -1, left_contacts(a, e) & ~c_left);
  meet(kRowE, 1, right_contacts(a, e) & ~c_right);
}
