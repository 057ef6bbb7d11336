/** What a person can do with an issued voucher. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { documentStates } from '../../../../ecf/model/document-states.js';
import type { Paper, Voucher } from '../../../api/answers.js';
import { fileAddress, printAddress, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { Icon } from '../../../parts/icon.js';
import type { MenuAction } from '../../../parts/menu-button.js';
import { Actions } from '../../../parts/voucher/actions.js';
import { PdfButton } from '../../../parts/voucher/pdf-button.js';
import { useSession } from '../../../shell/use-session.js';
import { customerMail } from '../../../texts/customer-mail.js';
import { MailDialog } from '../mail-dialog.js';
import { copiesOf, NoteLink, saleToCopy } from './new-vouchers.js';

interface VoucherProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

interface ActionsProps extends VoucherProps {
  readonly paper: Paper;
  readonly mayIssue: boolean;
}

/** The voucher ended without acceptance, and the service says what to do. The links that do it are then beside what it says. */
export function isToCorrect({ state, verdictAdvice }: Voucher): boolean {
  return documentStates[state].accepted === 0 && verdictAdvice !== null;
}

export function VoucherActions({ place, voucher, paper, mayIssue }: ActionsProps) {
  const { ecf: encf, attempt, signedAt, consultaUrl } = voucher;
  const mayMakeOthers = mayIssue && !isToCorrect(voucher);
  const copies = useCopies(place, voucher);
  const links = useLinks(voucher);
  const file = (kind: 'xml' | 'json', text: string) => ({
    text,
    href: fileAddress(kind, place, encf, attempt),
    name: `${encf}.${kind}`,
  });
  return (
    <Actions
      first={mayMakeOthers ? copies : []}
      files={[
        ...(signedAt === null ? [] : [file('xml', es.voucher.downloadXml)]),
        file('json', es.voucher.downloadJson),
      ]}
      copies={[
        { text: es.actions.copyLink, copied: location.href },
        ...(consultaUrl === undefined ? [] : [{ text: es.printedForm.copyLink, copied: consultaUrl }]),
      ]}
      links={links}
    >
      <PdfButton paper={paper} addressOn={(one) => printAddress(place, encf, attempt, one)} />
      {mayIssue ? <MailButton place={place} voucher={voucher} /> : null}
      {mayMakeOthers ? <NoteLink place={place} voucher={voucher} /> : null}
    </Actions>
  );
}

function MailButton({ place, voucher }: VoucherProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (documentStates[voucher.state].accepted !== 1) return null;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <Icon name="mail" />
        {customerMail.send}
      </Button>
      {isOpen ? <MailDialog place={place} voucher={voucher} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function useCopies(place: Place, voucher: Voucher): readonly MenuAction[] {
  const navigate = useNavigate();
  const sale = saleToCopy(place, voucher);
  if (sale !== undefined)
    return [
      {
        text: es.voucher.clone,
        icon: 'copy',
        onAction: () =>
          void navigate({ to: '/empresas/$companyId/$environment/emitir', params: place, search: sale }),
      },
    ];
  return copiesOf(place, voucher).map(({ text, search }) => ({
    text,
    icon: 'copy',
    onAction: () =>
      void navigate({ to: '/empresas/$companyId/$environment/certificacion', params: place, search }),
  }));
}

/** To what others show of the voucher. */
function useLinks({ qrUrl, temporalUrl }: Voucher): readonly MenuAction[] {
  const { demo } = useSession().service;
  return [
    // DGII does not have the vouchers of the demo.
    ...(qrUrl === null || demo ? [] : [{ text: es.voucher.checkAtDgii, icon: 'seal', href: qrUrl } as const]),
    ...(temporalUrl === null
      ? []
      : [{ text: es.voucher.temporal, icon: 'audit', href: temporalUrl } as const]),
  ];
}
