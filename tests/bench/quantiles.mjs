/** The value below which `fraction` of the numbers lie, interpolated between its neighbours. */
export function quantile(numbers, fraction) {
  const sorted = [...numbers].sort((left, right) => left - right);
  const position = (sorted.length - 1) * fraction;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

export const median = (numbers) => quantile(numbers, 0.5);
