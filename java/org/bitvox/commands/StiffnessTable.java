// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bitvox.Stiffness;
import org.bitvox.StiffnessCase;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/** Load cases as a table: one row each. */
final class StiffnessTable {
  private static final double MOST_CONTRAST = 1e5;
  private static final double MILLIMETRES = 1000; // in a metre

  /** The part of the solid that may be left out without a word. */
  private static final double FEW = 0.01;

  /** Poisson's ratio from which on the change of volume is averaged. */
  private static final double NEARLY_INCOMPRESSIBLE = 0.45;

  private final Stiffness.Result result;
  private final Scale scale;
  private final Values values;
  private final double millimetres; // in the image's unit; 0 if that is not known

  StiffnessTable(Stiffness.Result result, Scale scale, Values values) {
    this.result = result;
    this.scale = scale;
    this.values = values;
    millimetres = MILLIMETRES * scale.metres();
  }

  Table of(Call call) {
    Table table = new Table();
    for (StiffnessCase one : result.cases()) {
      boolean carries = one.elements() > 0;
      Table.Row row = call.results().addRow(table, call.input().name());
      row.put("Along", "xyz".substring(one.axis(), one.axis() + 1));
      row.put("Apparent modulus (MPa)", one.modulus());
      row.put(
          "Relative modulus", values.text("values").equals("binary") ? (Object) relative(one) : "");
      row.put("Stiffness (N/mm)", inUnit(one.stiffness(), 1));
      for (int i = 0; i < 3; i++) {
        row.put("Force " + "xyz".charAt(i) + " (N)", inUnit(one.force()[i], 2));
      }
      row.put("Failure load (N)", carries ? inUnit(one.failureForce(), 2) : "");
      row.put("Failure stress (MPa)", carries ? (Object) failureStress(one) : "");
      row.put("Volume fraction", result.volumeFraction());
      row.put("Removed (%)", 100 * result.removed(one));
      row.put("Lower bound (MPa)", hasBounds() ? (Object) one.hashinShtrikmanLower() : "");
      row.put("Upper bound (MPa)", hasBounds() ? (Object) one.hashinShtrikmanUpper() : "");
      row.put("Estimated error (%)", 100 * one.error());
      row.put("Residual", one.residual());
      row.put("Iterations", one.iterations()).put("Seconds", one.seconds());
      row.putLast("Backend", result.run().backend());
      row.putLast("Note", Notes.of(note(Collections.singletonList(one)), noteOfUnit()));
    }
    return table;
  }

  private double relative(StiffnessCase one) {
    return one.modulus() / values.decimal("modulus");
  }

  /** Bounds are of the modulus of a body that can become wider. */
  private boolean hasBounds() {
    return !values.text("load").equals("shear") && values.text("sides").equals("free");
  }

  /** Something per MPa and the image's unit to this power; empty where that unit is not known. */
  private Object inUnit(double number, int power) {
    return millimetres > 0 ? (Object) (number * Math.pow(millimetres, power)) : "";
  }

  private double failureStress(StiffnessCase one) {
    double limit = limit(one, values);
    double times = limit > 0 ? values.decimal("failure_strain") / 100 / limit : 0;
    return one.modulus() * values.decimal("strain") / 100 * times;
  }

  /** The effective strain under the load that the given part of the body is above; or 0. */
  static double limit(StiffnessCase one, Values values) {
    int along = values.text("load").equals("shear") ? (one.axis() + 1) % 3 : one.axis();
    return one.failureForce() > 0
        ? values.decimal("failure_strain") / 100 * Math.abs(one.force()[along]) / one.failureForce()
        : 0;
  }

  private String noteOfUnit() {
    if (!scale.calibrated()) {
      return "The image has no voxel size: there are no forces in N.";
    }
    return millimetres > 0 ? "" : scale.unknownUnit() + ": there are no forces in N.";
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    return note(result.cases());
  }

  private String note(List<StiffnessCase> cases) {
    return Notes.of(
        axes(
            cases,
            "Nothing joins the plates by faces of voxels along ",
            one -> one.elements() == 0),
        removed(cases),
        axes(
            cases,
            "max_iterations=" + values.text("max_iterations") + " came before the accuracy along ",
            one -> !one.converged()),
        noteOfPoisson(values),
        noteOfMaterials(result, values),
        result.run().note());
  }

  private String removed(List<StiffnessCase> cases) {
    return cases.stream()
        .filter(one -> one.elements() > 0 && result.removed(one) >= FEW)
        .map(
            one ->
                String.format(
                    Locale.ROOT,
                    "%.2g %% of the solid does not join both plates along %s and is left out.",
                    100 * result.removed(one),
                    "xyz".charAt(one.axis())))
        .collect(Collectors.joining(" "));
  }

  /** Says what is doubtful about moduli that differ much, or not at all. */
  static String noteOfMaterials(Stiffness.Result result, Values values) {
    if (result.contrast() > MOST_CONTRAST) {
      return String.format(
          Locale.ROOT,
          "The moduli of the body differ by a factor of %.1g: above 100000 the error can be larger"
              + " than estimated.",
          result.contrast());
    }
    return values.text("values").equals("densities") && result.contrast() == 1
        ? "All densities but 0 are the same: if the image is a mask, use values=binary."
        : "";
  }

  /** Says what is done about elements that lock. */
  static String noteOfPoisson(Values values) {
    return !values.text("values").equals("labels")
            && values.decimal("poisson") >= NEARLY_INCOMPRESSIBLE
        ? "With poisson="
            + values.text("poisson")
            + " the change of volume is averaged over each voxel, which else would be too stiff."
        : "";
  }

  private static String axes(
      List<StiffnessCase> cases, String words, Predicate<StiffnessCase> chosen) {
    String axes =
        cases.stream()
            .filter(chosen)
            .map(one -> "xyz".substring(one.axis(), one.axis() + 1))
            .collect(Collectors.joining(", "));
    return axes.isEmpty() ? "" : words + axes + ".";
  }

  /** A number in a sentence, a whole one without a decimal point. */
  static String number(double value) {
    return Table.text(value);
  }
}
