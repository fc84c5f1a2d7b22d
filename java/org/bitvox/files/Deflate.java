// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** ZIP, which ends with a checksum of the pixels, or where it should begin. */
final class Deflate implements BlockDecoder {
  private static final int HEADER_BYTES = 2;

  private final Inflater inflater = new Inflater();
  private final byte[] rest = new byte[512];

  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    inflater.reset();
    inflater.setInput(packed, 0, length);
    try {
      int found = inflate(pixels, needed);
      long more = 0;
      while (!inflater.finished()) { // the checksum comes behind the last pixel
        int some = inflater.inflate(rest);
        more += some;
        if (some == 0 && !inflater.finished()) {
          if (found == needed && endsWithoutChecksum(packed, length)) {
            return; // which some programs do not write
          }
          throw DamagedBlock.endsEarly(found, needed);
        } else if (more > most - needed) {
          throw new DamagedBlock(TiffBlockMessages.TOO_LONG);
        }
      }
      if (found < needed) {
        throw DamagedBlock.endsEarly(found, needed);
      }
    } catch (DataFormatException e) {
      boolean checksum = "incorrect data check".equals(e.getMessage());
      throw new DamagedBlock(checksum ? TiffBlockMessages.CHECKSUM : TiffBlockMessages.NOT_ZIP);
    }
  }

  /** Whether the last byte is that of the pixels, of which there is an end. */
  private boolean endsWithoutChecksum(byte[] packed, int length) throws DataFormatException {
    Inflater plain = new Inflater(true);
    try {
      plain.setInput(packed, HEADER_BYTES, length - HEADER_BYTES);
      while (!plain.finished() && plain.inflate(rest) > 0) {
        continue; // to the end
      }
      return plain.finished() && plain.getRemaining() == 0;
    } finally {
      plain.end();
    }
  }

  private int inflate(byte[] pixels, int needed) throws DataFormatException {
    int found = 0;
    while (found < needed) {
      int some = inflater.inflate(pixels, found, needed - found);
      if (some == 0) {
        break; // the end, or a dictionary that nobody has
      }
      found += some;
    }
    return found;
  }

  @Override
  public void close() {
    inflater.end();
  }
}
