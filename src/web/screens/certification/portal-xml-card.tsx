/** Signs a file of DGII's portal. Steps 1 and 13 of the certification need it, whatever the company's environment. */
import { useState } from 'react';
import { signPortalXml, type SignedFile } from '../../api/certificates.js';
import { Button } from '../../parts/button.js';
import { FileField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { saveFile } from '../../shared/spreadsheets/save-file.js';
import { useMay } from '../../shell/use-session.js';
import { portalXml as portalXmlTexts } from '../../texts/portal-xml.js';

const texts = portalXmlTexts;

/** The service signs no larger file. */
const fileBytesMax = 100 * 1024;

interface CardProps {
  readonly companyId: number;
}

export function PortalXmlCard({ companyId }: CardProps) {
  // A file that was chosen for one company must not be signed for another.
  return useMay('portalXml', companyId) ? <Card key={companyId} companyId={companyId} /> : null;
}

function Card({ companyId }: CardProps) {
  const [signed, setSigned] = useState<SignedFile & { readonly name: string }>();
  const form = useForm({
    start: { xml: undefined as File | undefined },
    send: async ({ xml }) => {
      if (xml === undefined) throw new Error('the browser sends no form without its required file');
      setSigned(undefined);
      return { ...(await signPortalXml(companyId, xml)), name: signedName(xml.name) };
    },
    done: (file) => {
      setSigned(file);
      save(file);
    },
  });
  const file = form.field('xml');
  const tooLarge = file.value !== undefined && file.value.size > fileBytesMax;
  return (
    <section className="card" aria-labelledby="portal-xml">
      <h2 id="portal-xml">{texts.title}</h2>
      <Form form={form} submit={texts.sign} kind="plain" blocked={tooLarge}>
        <FileField
          label={texts.file}
          hint={texts.hint}
          accept=".xml,text/xml,application/xml"
          kinds={['xml']}
          wanted={texts.wanted}
          error={tooLarge ? texts.tooLarge : file.error}
          onChange={(chosen) => {
            setSigned(undefined);
            file.onChange(chosen);
          }}
        />
      </Form>
      {signed === undefined ? null : (
        <Notice tone="good" urgent title={texts.signed(signed.root)}>
          <p>{texts.saved(signed.name)}</p>
          <p className="small mono wrap">SHA-256 {signed.sha256}</p>
          <Button small onPress={() => save(signed)}>
            {texts.again}
          </Button>
        </Notice>
      )}
    </section>
  );
}

function save({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): void {
  saveFile(name, 'application/xml', bytes);
}

/** `Postulacion.xml` becomes `Postulacion-firmado.xml`. */
function signedName(name: string): string {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)}${texts.suffix}${name.slice(end)}`;
}
