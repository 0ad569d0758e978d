package io.orrery.server.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.server.http.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class UnpackingTest {

  private static ZipInputStream zip(int... sizes) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < sizes.length; i++) {
        zip.putNextEntry(new ZipEntry("e" + i));
        zip.write(new byte[sizes[i]]);
      }
    }
    return new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @Test
  void entries_are_read_one_after_another_though_each_reader_closes() throws IOException {
    try (var zip = zip(10, 20)) {
      var unpacking = new Unpacking(zip, 30);
      for (int size : new int[] {10, 20}) {
        assertThat(zip.getNextEntry()).isNotNull();
        try (unpacking) {
          assertThat(unpacking.readAllBytes()).hasSize(size);
        }
      }
    }
  }

  @Test
  void what_a_zip_holds_has_a_limit_over_all_entries() throws IOException {
    try (var zip = zip(10, 21)) {
      var unpacking = new Unpacking(zip, 30);
      assertThat(zip.getNextEntry()).isNotNull();
      assertThat(unpacking.readAllBytes()).hasSize(10);
      assertThat(zip.getNextEntry()).isNotNull();
      assertThatThrownBy(unpacking::readAllBytes)
          .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.status()).isEqualTo(413));
    }
  }
}
