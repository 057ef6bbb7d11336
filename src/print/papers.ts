/** The papers of the printed form. Without the library that draws, which takes a quarter of a second to load. */

export const paperNames = ['a4', 'letter', '80mm', '58mm'] as const;

export type Paper = (typeof paperNames)[number];
