/** A dialog over the page. The keyboard stays inside it; Escape closes it, and the focus returns to where it was. */
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The person must answer: Escape does not close the dialog. */
  readonly firm?: boolean;
}

export function Dialog({ title, open, onClose, children, firm = false }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={open}
      isKeyboardDismissDisabled={firm}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Modal className="modal">
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
