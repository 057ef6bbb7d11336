/** The company's colour, and a darker shade of it for text. */

export const usualColor = '#3f7f86';

export const colorPattern = /^#[0-9a-f]{6}$/;

/** The contrast with white that people with weak eyes need to read text (WCAG 2.2, 1.4.3). */
const contrastMin = 4.5;

export function textShade(color: string): string {
  let parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  while (1.05 / (luminance(parts) + 0.05) < contrastMin) parts = parts.map((part) => Math.floor(part * 0.9));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
