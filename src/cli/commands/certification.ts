/** `certificate sign-xml`: the worker signs a file of DGII's portal with the company's certificate. */
import { signPortalXml } from '../../services/certification/sign-portal-xml.js';
import { portalXmlBytesMax } from '../../signing/verify/portal-xml.js';
import { command, required } from '../command.js';
import { companyOf } from '../context.js';
import { doneOr } from '../terminal/done-or.js';
import { readBounded } from '../terminal/secret-input.js';
import { anyText } from '../terminal/values.js';
import { writeNew } from './vouchers/vouchers.js';
import { companyOption } from './parts.js';

export const signPortalXmlCommand = command({
  name: 'sign-xml',
  does: 'firma un XML que generó el portal de la DGII: la postulación o la declaración jurada',
  example: '--company 999999992 --in postulacion.xml --out postulacion-firmado.xml',
  more: 'Se rehúsan los documentos fiscales, las semillas y los archivos ya firmados, cada uno con su código. Necesita Temporal y un worker.',
  takes: {
    company: companyOption,
    in: required('--in <archivo>', 'el XML que generó el portal, de hasta 100 KB', anyText),
    out: required('--out <archivo>', 'archivo nuevo', anyText),
  },
  changes: 'portalXml.sign',
  work: async (context, { in: input, out, ...wanted }) => {
    const { companyId, rnc } = await companyOf(context, wanted.company);
    const file = await readBounded(input, portalXmlBytesMax);
    const begun = await context.begin({ companyIds: [companyId] });
    const { root, sha256, xml } = doneOr(await signPortalXml(begun, companyId, file));
    begun.about(`${root} ${sha256}`);
    await writeNew(out, xml);
    return {
      data: { companyId, root, sha256, file: out, bytes: xml.length },
      text: `${out}: ${root} firmado con el certificado de ${rnc}, ${xml.length} bytes, SHA-256 ${sha256}`,
    };
  },
});
