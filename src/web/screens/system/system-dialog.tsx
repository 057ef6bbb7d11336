/** A dialog, for the page of all parts. */
import { useState } from 'react';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { system as texts } from '../../texts/system.js';

export function SystemDialog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{es.actions.more}</Button>
      <Dialog title={texts.sample} open={isOpen} onClose={() => setIsOpen(false)}>
        <p>{texts.sample}</p>
        <div className="actions">
          <Button kind="danger">{es.actions.clear}</Button>
          <Button onPress={() => setIsOpen(false)}>{es.actions.cancel}</Button>
        </div>
      </Dialog>
    </>
  );
}
