/** Builds the XML of a voucher, without Signature, in the two forms that signing needs. */
export interface BuiltXml {
  /** XML declaration, then the compact root element, escaped as DGII asks. */
  readonly wire: string;
  /** Inclusive Canonical XML 1.0 of the root element. */
  readonly canonical: string;
  readonly rootName: 'ECF';
}
