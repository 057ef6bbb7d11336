/**
 * What each text of a PDF is, for people who hear it or read it on a small screen: headings, paragraphs, the table with its rows and
 * cells, pictures with a description. All else is decoration, which a screen reader leaves out.
 */

export type TagName = 'H1' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

export interface Tag {
  readonly name: TagName | 'Document';
  readonly element: ReturnType<PDFKit.PDFDocument['struct']>;
}

export interface TagOptions {
  /** Of a figure: what it shows. */
  readonly alt?: string;
  /** Of a heading in a table. */
  readonly scope?: 'Column';
}

export class Tags {
  private readonly root: Tag;
  private current: Tag;
  private decorating = false;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    this.root = { name: 'Document', element: doc.struct('Document') };
    doc.addStructure(this.root.element);
    this.current = this.root;
  }

  /** Whether a tag that is opened now would be left out. */
  get isDecorating(): boolean {
    return this.decorating;
  }

  /** Whether nothing says yet what the next content is. */
  get unnamed(): boolean {
    return this.current === this.root && !this.decorating;
  }

  /** A new tag, after all that the current one contains. It stays open, so a table may go on on another page. */
  open(name: TagName, { alt, scope }: TagOptions = {}): Tag {
    const options = { ...(alt !== undefined && { alt }), ...(scope !== undefined && { scope }) };
    const element = this.doc.struct(name, options);
    this.current.element.add(element);
    return { name, element };
  }

  within(tag: Tag, draw: () => void): void {
    const outer = this.current;
    this.current = tag;
    draw();
    this.current = outer;
  }

  /** Everything that `draw` draws is left out by a screen reader. */
  decoration(draw: () => void): void {
    const outer = this.decorating;
    this.decorating = true;
    draw();
    this.decorating = outer;
  }

  /** Marks what `draw` draws at once. Marks cannot contain each other. */
  content(draw: () => void): void {
    if (this.decorating) this.doc.markContent('Artifact', { type: 'Layout' });
    else this.current.element.add(this.doc.markStructureContent(this.current.name));
    draw();
    this.doc.endMarkedContent();
  }
}
