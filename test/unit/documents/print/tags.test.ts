/** The tags of a PDF: what each text is, for people who hear the voucher. */
import { readLogo } from '../../../../src/documents/print/logo.js';
import { paperNames } from '../../../../src/documents/print/papers.js';
import { withPdf } from '../../../harness/print/open-pdf.js';
import type { TagNode } from '../../../harness/print/page-facts.js';
import { print } from '../../../harness/print/print.js';
import { voucher31 } from '../../ecf/samples.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';

const named = (nodes: readonly TagNode[], name: string): TagNode[] =>
  nodes.flatMap((node) => [...(node.name === name ? [node] : []), ...named(node.children, name)]);

test.each(paperNames)(
  '%s: a title, paragraphs, a table of rows and cells, and a described code',
  async (paper) => {
    await withPdf(print(voucher31(), { paper }), ([page]) => {
      const tags = page!.tags();
      expect(tags.map(({ name }) => name)).toEqual(['Document']);
      expect(named(tags, 'H1')).toHaveLength(1);
      expect(named(tags, 'P').length).toBeGreaterThan(8);
      const [table, ...others] = named(tags, 'Table');
      expect(others).toEqual([]);
      expect(new Set(table!.children.map(({ name }) => name))).toEqual(new Set(['TR']));
      expect(named(tags, 'TH').length).toBeGreaterThan(4);
      expect(named(tags, 'TD').length).toBeGreaterThan(4);
      expect(named(tags, 'Figure').map(({ alt }) => alt)).toEqual([
        'Código QR para consultar el comprobante en la DGII',
      ]);
    });
  },
);

test('a logo is described by the name of its company', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>';
  const read = await readLogo(Buffer.from(svg));
  if (!read.ok) throw new Error(read.refusal);
  const voucher = voucher31();
  voucher.ECF.Encabezado.Emisor.NombreComercial = 'Café Ñandú (2)';
  await withPdf(print(voucher, { look: { logo: read.png } }), ([page]) =>
    expect(named(page!.tags(), 'Figure')[0]?.alt).toBe('Logotipo de Café Ñandú (2)'),
  );
});

test('what each sheet repeats is read once, and the table goes on', async () => {
  await withPdf(print(largeVoucher({ lines: 60 })), (pages) => {
    expect(pages.length).toBeGreaterThan(1);
    const [first, second] = pages.map((page) => page.tags());
    expect(named(first!, 'H1')).toHaveLength(1);
    expect([named(second!, 'H1'), named(second!, 'Figure'), named(second!, 'TH')]).toEqual([[], [], []]);
    expect(named(second!, 'TR').length).toBeGreaterThan(5);
  });
});
