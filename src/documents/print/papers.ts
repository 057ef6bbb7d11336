/** The papers of the printed form. This file does not import the PDF library, which takes a quarter of a second to load. */

export const paperNames = ['a4', 'letter', '80mm', '58mm'] as const;

export type Paper = (typeof paperNames)[number];
