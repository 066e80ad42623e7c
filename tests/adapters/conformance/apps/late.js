/** A chunk of code or data that may come late: `isHere` says whether it has come, `promise` resolves when it comes, `come()` makes it come. */
export const late = { isHere: true, promise: Promise.resolve(), come() {} };

/** Holds `late` back, from now on until `late.come()`. */
export function holdLate() {
  late.isHere = false;
  late.promise = new Promise((resolve) => {
    late.come = () => {
      late.isHere = true;
      resolve();
    };
  });
}
