import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What a workflow must not touch: it is replayed, so it may only see its inputs and activity results. */
const nondeterministic = [
  'Date',
  'setTimeout',
  'setInterval',
  'WeakRef',
  'FinalizationRegistry',
  'process',
  'Buffer',
  'fetch',
];

/** Forms of code that are refused everywhere. */
const refusedForms = [
  { selector: 'TSEnumDeclaration', message: 'Use a string union.' },
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write the members in the outer object.',
  },
];

/** What reads a page at once. A page may still be drawing, so such an assertion needs luck. */
const pageReaders =
  'count|evaluate|evaluateAll|getAttribute|inputValue|innerHTML|innerText|allInnerTexts|textContent|allTextContents|is[A-Z][a-z]+';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', '.cache', '.data', 'coverage', 'schemas', 'src/web/generated'] },
  js.configs.recommended,
  {
    // The few files that cannot be TypeScript are checked by their JSDoc types (test/tidy/layout.test.ts lists them).
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      // With more, a call no longer says which argument is which: take one object with named fields.
      'max-params': ['error', 4],
      'no-restricted-syntax': ['error', ...refusedForms],
    },
  },
  {
    // Texts come from clients and from DGII: no expression may take longer than in proportion to them.
    files: ['src/**/*.ts', 'src/**/*.tsx', 'tools/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/boot/config.ts', 'src/main.ts', 'src/mcp/main.ts', 'src/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Configuration enters once, in src/boot/config.ts.' },
      ],
    },
  },
  {
    files: ['src/web/**/*.ts', 'src/web/**/*.tsx'],
    extends: [hooks.configs.flat['recommended-latest']],
  },
  {
    files: ['src/workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...nondeterministic],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                'node:*',
                'mongodb',
                '@temporalio/client',
                '@temporalio/worker',
                '@temporalio/activity',
              ],
            },
          ],
        },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    files: ['src/ecf/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'Date', 'setTimeout', 'setInterval', 'process', 'Buffer', 'fetch'],
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'] }] }],
    },
  },
  {
    files: ['test/**/*.ts', 'test/**/*.mjs'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['test/web/**/*.ts', 'test/flow/web/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...refusedForms,
        ...[
          `[callee.property.name=/^(${pageReaders})$/]`,
          '[callee.property.name="url"][callee.object.name="page"]',
        ].map((reads) => ({
          selector: `CallExpression[callee.name='expect'] CallExpression${reads}`,
          message: 'The page may still be drawing: use expectSoon.',
        })),
      ],
    },
  },
  { files: ['tools/scripts/*.mjs'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', AbortController: 'readonly' },
    },
  },
  {
    // Scripts of the page that shows the reference of the API.
    files: ['docs/.vitepress/api/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'addEventListener',
          'document',
          'localStorage',
          'location',
          'matchMedia',
          'SwaggerUIBundle',
          'URLSearchParams',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  prettier,
);
