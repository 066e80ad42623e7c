/** A part of the page that comes later, as a chunk of code or data does: `isHere`, and a promise until then. */
export const late = { isHere: true, promise: Promise.resolve(), come() {} };

/** Makes the part late from now on, until `late.come()`. */
export function holdLate() {
  late.isHere = false;
  late.promise = new Promise((resolve) => {
    late.come = () => {
      late.isHere = true;
      resolve();
    };
  });
}
