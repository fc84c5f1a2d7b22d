// SPDX-License-Identifier: BSD-2-Clause
// The deletion condition of Palagyi and Kuba on whole words: every bit of a word is a voxel, so one
// evaluation decides 32 voxels (GPU) or up to 512 (AVX-512). Included inside a namespace by both
// twins, after a definition of BITVOX_INLINE.

enum Axis { kX, kY, kZ };

// Where a direction lays the template: its ends U and S; E is always the positive end of an axis.
struct Frame {
  Axis up_axis;
  int up_sign;
  Axis south_axis;
  int south_sign;
  Axis east_axis;
};

// The axes of the volume: E = +x, N = +y, U = +z.
constexpr Frame kFrames[12] = {
    {kZ, +1, kY, -1, kX},  // US
    {kY, +1, kX, +1, kZ},  // NE
    {kX, -1, kZ, -1, kY},  // WD
    {kX, +1, kY, -1, kZ},  // ES
    {kZ, +1, kX, -1, kY},  // UW
    {kY, +1, kZ, -1, kX},  // ND
    {kY, -1, kX, -1, kZ},  // SW
    {kZ, +1, kY, +1, kX},  // UN
    {kX, +1, kZ, -1, kY},  // ED
    {kY, +1, kX, -1, kZ},  // NW
    {kZ, +1, kX, +1, kY},  // UE
    {kY, -1, kZ, -1, kX},  // SD
};

// For every voxel of a word its 27 neighbours, itself (13) included, x fastest, then y, then z.
template <class Word>
struct Neighbourhood {
  Word at[27];
};

// Where in a Neighbourhood template cell (east, north, up) is, each -1, 0 or +1.
constexpr int kStride[3] = {1, 3, 9};
template <int kDirection, int kEast, int kNorth, int kUp>
constexpr int kCell =
    13 + kUp* kFrames[kDirection].up_sign* kStride[kFrames[kDirection].up_axis] -
    kNorth* kFrames[kDirection].south_sign* kStride[kFrames[kDirection].south_axis] +
    kEast* kStride[kFrames[kDirection].east_axis];

template <int kDirection, int kEast, int kNorth, int kUp, class Word>
BITVOX_INLINE Word at(const Neighbourhood<Word>& n) {
  constexpr int kIndex = kCell<kDirection, kEast, kNorth, kUp>;
  return n.at[kIndex];
}

// The voxels of the word that at least one of the 14 templates T1..T14 matches.
template <int kDirection, class Word>
BITVOX_INLINE Word deletable(const Neighbourhood<Word>& n) {
  constexpr int kD = kDirection;
  const Word su_w = at<kD, -1, -1, 1>(n), su = at<kD, 0, -1, 1>(n), su_e = at<kD, 1, -1, 1>(n);
  const Word u_w = at<kD, -1, 0, 1>(n), u = at<kD, 0, 0, 1>(n), u_e = at<kD, 1, 0, 1>(n);
  const Word s_w = at<kD, -1, -1, 0>(n), s = at<kD, 0, -1, 0>(n), s_e = at<kD, 1, -1, 0>(n);
  const Word nw = at<kD, -1, 1, 0>(n), north = at<kD, 0, 1, 0>(n), ne = at<kD, 1, 1, 0>(n);
  const Word dw = at<kD, -1, 0, -1>(n), down = at<kD, 0, 0, -1>(n), de = at<kD, 1, 0, -1>(n);
  const Word dn = at<kD, 0, 1, -1>(n);
  const Word west = at<kD, -1, 0, 0>(n), east = at<kD, 1, 0, 0>(n);

  // The white sides, by thirds west to east: U plane and S side share the row SU.
  const Word up_w = u_w | at<kD, -1, 1, 1>(n);
  const Word up_c = u | at<kD, 0, 1, 1>(n);
  const Word up_e = u_e | at<kD, 1, 1, 1>(n);
  const Word south_w = s_w | at<kD, -1, -1, -1>(n);
  const Word south_c = s | at<kD, 0, -1, -1>(n);
  const Word south_e = s_e | at<kD, 1, -1, -1>(n);
  const Word row_su = su_w | su | su_e;
  const Word up_rest = up_w | up_c | up_e;
  const Word south_rest = south_w | south_c | south_e;
  const Word up_black = up_rest | row_su;
  const Word south_black = south_rest | row_su;

  // T1, T2, T3. The x cells outside the U plane and the S side, without and with DN:
  const Word beside = west | east | nw | ne | dw | de | at<kD, -1, 1, -1>(n) | at<kD, 1, 1, -1>(n);
  const Word more = beside | dn;
  const Word t1 = down & (more | north | south_rest);
  const Word t2 = north & (more | down | up_rest);
  const Word t3 = dn & beside;

  // T11, T12 (white U plane) and T13, T14 (white S side).
  const Word t11_12 = dn & ~south_c & ((de & ~south_w) | (dw & ~south_e));
  const Word t13_14 = dn & ~up_c & ((ne & ~up_w) | (nw & ~up_e));

  // T4..T10: on each side v = not both of the pair black, corner white; z = exactly one of the pair
  // black, corner black; m = the side's own neighbour black.
  const Word v_w = ~su_w & ~(s_w & u_w);
  const Word v_e = ~su_e & ~(s_e & u_e);
  const Word z_w = su_w & (s_w ^ u_w);
  const Word z_e = su_e & (s_e ^ u_e);
  const Word sides = (v_w & (v_e | z_e | east)) | (z_w & (v_e | east)) | (west & (v_e | z_e));
  const Word t4_10 = down & north & ~(u | s | su) & sides;

  return n.at[13] & (t4_10 | (~up_black & (t1 | t11_12)) | (~south_black & (t2 | t13_14)) |
                     (~up_black & ~south_black & t3));
}
