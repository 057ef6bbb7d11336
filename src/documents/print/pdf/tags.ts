/**
 * Tags say what each text of a PDF is, for people who hear it or read it on a small screen: headings, paragraphs, the table with its rows
 * and cells, pictures with a description. Everything else is decoration, which a screen reader skips.
 */

export type TagName = 'H1' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

export interface Tag {
  readonly name: TagName | 'Document';
  readonly element: ReturnType<PDFKit.PDFDocument['struct']>;
}

export interface TagOptions {
  readonly alt?: string;
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

  get isDecorating(): boolean {
    return this.decorating;
  }

  get unnamed(): boolean {
    return this.current === this.root && !this.decorating;
  }

  /** The new tag stays open, so a table may continue on another page. */
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

  decoration(draw: () => void): void {
    const outer = this.decorating;
    this.decorating = true;
    draw();
    this.decorating = outer;
  }

  /** Two marks cannot contain each other. */
  content(draw: () => void): void {
    if (this.decorating) this.doc.markContent('Artifact', { type: 'Layout' });
    else this.current.element.add(this.doc.markStructureContent(this.current.name));
    draw();
    this.doc.endMarkedContent();
  }
}
