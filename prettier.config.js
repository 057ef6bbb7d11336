/** @type {import('prettier').Config} */
export default {
  singleQuote: true,
  printWidth: 110,
  trailingComma: 'all',
  // One line for a paragraph: only then does Prettier leave the cells of a wide table unpadded.
  overrides: [{ files: '*.md', options: { proseWrap: 'never' } }],
};
