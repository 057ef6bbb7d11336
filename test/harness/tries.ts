/** Measures again while a pause of the machine may have spoilt a measurement. It hardly spoils each of several. */

/** @returns the first measurement that is good, else the last one */
export async function inSomeTry(
  triesMax: number,
  measure: (tried: number) => Promise<number>,
  isGood: (figure: number) => boolean,
): Promise<number> {
  let figure = await measure(0);
  for (let tried = 1; tried < triesMax && !isGood(figure); tried += 1) figure = await measure(tried);
  return figure;
}
