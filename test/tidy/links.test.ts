/** Every link in our documents leads to a file that is there, and to a heading in it: in the repository and on the site. */
import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { anchorOf, withoutFences } from '../../docs/.vitepress/page-text.js';
import { fileAt, filesIn, root, type ProjectFile } from './project-files.js';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(fileAt),
  ...['docs', 'test', 'deploy', 'schemas', 'clients'].flatMap((folder) => filesIn(folder, '.md')),
];

/** Without code: `[a](b)` in it is no link. */
function proseOf({ text }: Pick<ProjectFile, 'text'>): string {
  return withoutFences(text).replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}

function linksIn(document: ProjectFile): string[] {
  const prose = proseOf(document);
  const inline = [...prose.matchAll(/\]\(<?([^()\s>]+(?:\([^()\s]*\))?)>?(?: "[^"]*")?\)/g)];
  const named = [...prose.matchAll(/^ {0,3}\[[^\]]+\]: (\S+)/gm)];
  return [...inline, ...named].map(([, link = '']) => link);
}

/** The anchors of the headings, as GitHub and the site make them. */
function anchorsOf({ text }: Pick<ProjectFile, 'text'>): string[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6} (.+?)(?: #+)?$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

const outside = (link: string) => /^[a-z][a-z+.-]*:/i.test(link);

function faultOf(document: ProjectFile, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  if (path.startsWith('/')) return 'begins with a slash: the repository has no such address';
  const target =
    path === '' ? document.path : posix.join(posix.dirname(document.path), decodeURIComponent(path));
  if (target.startsWith('..')) return 'leaves the repository';
  const file = join(root, target);
  if (!existsSync(file)) return 'no such file';
  if (anchor === undefined) return undefined;
  if (statSync(file).isDirectory() || !target.endsWith('.md')) return undefined;
  return anchorsOf(fileAt(target)).includes(decodeURIComponent(anchor)) ? undefined : 'no such heading';
}

test('every link in a document leads to a file and a heading of the repository', () => {
  const faults = documents.flatMap((document) =>
    linksIn(document)
      .filter((link) => !outside(link))
      .flatMap((link) => {
        const fault = faultOf(document, link);
        return fault === undefined ? [] : [`${document.path}: ${link}: ${fault}`];
      }),
  );
  expect(faults).toEqual([]);
});

test.each([
  { link: 'nothing.md', fault: 'no such file' },
  { link: 'develop/architecture.md#nothing', fault: 'no such heading' },
  { link: '#nothing', fault: 'no such heading' },
  { link: '/docs/develop/', fault: 'begins with a slash: the repository has no such address' },
  { link: '../../../x', fault: 'leaves the repository' },
  { link: 'develop/architecture.md', fault: undefined },
  { link: '../src/ecf', fault: undefined },
  { link: '#números-y-señales-1', fault: undefined },
])('$link → $fault', ({ link, fault }) => {
  const text = '# Números y señales\n\n```bash\n# nothing\n```\n\n## Números y señales\n';
  const document = { path: 'docs/x.md', text };
  expect(link.startsWith('#') ? faultInText(document, link) : faultOf(document, link)).toBe(fault);
});

/** A page that is not on the disk. */
function faultInText(document: ProjectFile, link: string): string | undefined {
  return anchorsOf(document).includes(link.slice(1)) ? undefined : 'no such heading';
}

test('a link is found in each of its forms, but not in code', () => {
  const text = 'A [b](c.md), ![d](e.png "f") and `[g](h.md)`.\n\n```\n[i](j.md)\n```\n\n[k]: l.md\n';
  expect(linksIn({ path: 'x.md', text })).toEqual(['c.md', 'e.png', 'l.md']);
});

test.each(['openapi.yaml', 'openapi-web.yaml'])(
  'every link of %s to the documentation leads to a page and a heading',
  (path) => {
    const links = [...fileAt(path).text.matchAll(/\]\((\/docs\/[^)\s]*)\)/g)].map(([, link = '']) => link);
    if (path === 'openapi.yaml') expect(links.length).toBeGreaterThan(0);
    const faults = links.filter((link) => {
      const [address = '', anchor] = link.slice('/docs/'.length).split('#');
      const page = `docs/${address.replace(/(^|\/)$/, '$1index')}.md`;
      if (!existsSync(join(root, page))) return !address.startsWith('api/');
      return anchor !== undefined && !anchorsOf(fileAt(page)).includes(decodeURIComponent(anchor));
    });
    expect(faults).toEqual([]);
  },
);
