/** How many lines and pages a voucher may have, and the numbers they carry. */
import { byType, integer } from './field-types.js';

/**
 * 1,000 lines; 10,000 in 33 and 34 (XSD) and in a type 32 below 250,000.00, whose full XML is not sent to DGII
 * (Formato e-CF v1.0 note 48). A rule limits a larger type 32 to 1,000.
 */
export const linesMax = byType(1000, { 32: 10_000, 33: 10_000, 34: 10_000 });
export const lineNumber = byType(integer(1, 1000), {
  32: integer(1, 10_000),
  33: integer(1, 10_000),
  34: integer(1, 10_000),
});

export const pagesMax = byType(1000, { 33: 10_000, 34: 10_000 });
export const pageNumber = byType(integer(1, 1000), { 33: integer(1, 10_000), 34: integer(1, 10_000) });
/** A document of one page does not have this field. */
export const totalPages = byType(integer(2, 9999), { 33: integer(2, 99_999), 34: integer(2, 99_999) });

/** Blocks of an ANECF, one per type, and ranges in each block (Formato ANECF v1.0 p.5). */
export const annulmentBlocksMax = 10;
export const annulmentRangesMax = 10_000;
