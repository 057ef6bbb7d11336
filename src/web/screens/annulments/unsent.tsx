/** A request that was never sent to DGII. A person may cancel it, which makes its numbers free again. */
import { useState } from 'react';
import { annulmentQuery, annulmentsQuery, cancelAnnulment, type AnnulmentOf } from '../../api/annulments.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { TextArea } from '../../parts/field.js';
import { FormDialog } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/use-form.js';
import { useMay } from '../../shell/use-session.js';

const texts = es.annulments;

interface UnsentProps {
  readonly path: AnnulmentOf;
}

export function Unsent({ path }: UnsentProps) {
  const mayCancel = useMay('ranges', path.companyId);
  const [asking, setAsking] = useState(false);
  return (
    <Notice tone="info" title={texts.unsentTitle}>
      <p>{texts.unsentText}</p>
      {mayCancel ? (
        <div className="actions">
          <Button onPress={() => setAsking(true)}>{texts.cancel}</Button>
        </div>
      ) : null}
      {asking ? <Cancel path={path} onClose={() => setAsking(false)} /> : null}
    </Notice>
  );
}

function Cancel({ path, onClose }: UnsentProps & { readonly onClose: () => void }) {
  const { companyId, environment } = path;
  const form = useForm({
    start: { note: '' },
    send: ({ note }) => cancelAnnulment(path, { note: note.trim() }),
    refreshes: [annulmentQuery(path), annulmentsQuery({ companyId, environment })],
    done: onClose,
  });
  return (
    <FormDialog title={texts.cancel} form={form} submit={texts.withdraw} onClose={onClose}>
      <p>{texts.cancelText}</p>
      <TextArea label={texts.note} maxLength={300} {...form.field('note')} />
    </FormDialog>
  );
}
