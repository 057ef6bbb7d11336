/** Ends all links that buyers have, after the person confirms. */
import { useState } from 'react';
import { revokeLinks } from '../../api/printed-form.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';

export function RevokeLinks({ companyId }: { readonly companyId: number }) {
  const [asking, setAsking] = useState(false);
  const [revoked, setRevoked] = useState(false);
  const close = () => setAsking(false);
  const revoke = useAction(
    () => revokeLinks(companyId).then(() => true),
    () => {
      setRevoked(true);
      close();
    },
  );
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">{es.printedForm.links}</h2>
      <p className="soft">{es.printedForm.linksText}</p>
      <div role="status">{revoked ? <Notice tone="good">{es.printedForm.revoked}</Notice> : null}</div>
      <div className="actions">
        <Button
          kind="danger"
          onPress={() => {
            revoke.reset();
            setAsking(true);
          }}
        >
          {es.printedForm.revoke}
        </Button>
      </div>
      <Dialog title={es.printedForm.revoke} open={asking} onClose={close}>
        <div className="form">
          <Notice tone="warn">{es.printedForm.revokeWarning}</Notice>
          {revoke.error === undefined ? null : <Problem error={revoke.error} />}
          <div className="actions">
            <Button kind="danger" pending={revoke.pending} onPress={() => void revoke.run(undefined)}>
              {es.printedForm.revoke}
            </Button>
            <Button onPress={close}>{es.actions.cancel}</Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
