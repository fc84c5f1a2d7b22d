// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.List;

/** A folder of a store. */
final class StoreBelow implements Store {
  private final Store store;
  private final String folder;

  StoreBelow(Store store, String folder) throws IOException {
    this.store = store;
    this.folder = Keys.checked(store, folder);
  }

  @Override
  public String name() {
    return store.named(folder);
  }

  @Override
  public byte[] read(String key, long most) throws IOException {
    return store.read(Keys.join(folder, key), most);
  }

  @Override
  public byte[] read(String key, long from, int length) throws IOException {
    return store.read(Keys.join(folder, key), from, length);
  }

  @Override
  public void write(String key, List<byte[]> parts) throws IOException {
    store.write(Keys.join(folder, key), parts);
  }

  @Override
  public List<String> files(String key) throws IOException {
    return store.files(Keys.join(folder, key));
  }

  @Override
  public void remove(String key) throws IOException {
    store.remove(Keys.join(folder, key));
  }

  @Override
  public boolean writeNew(String key, byte[] bytes) throws IOException {
    return store.writeNew(Keys.join(folder, key), bytes);
  }

  @Override
  public List<String> folders(String key, int most) throws IOException {
    return store.folders(Keys.join(folder, key), most);
  }
}
