/** What a person can do with a voucher: the usual things as buttons, the rarer ones in a menu. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { documentStates } from '../../../ecf/model/document-states.js';
import type { Paper, Voucher } from '../../api/answers.js';
import { fileAddress, printAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { useCopy } from '../../parts/copy.js';
import { useDownload } from '../../parts/download.js';
import { Icon } from '../../parts/icon.js';
import { MenuButton, type MenuAction } from '../../parts/menu-button.js';
import { Problem } from '../../parts/notice.js';
import { useSession } from '../../shell/use-session.js';
import { customerMail } from '../../texts/customer-mail.js';
import { list } from '../../texts/list.js';
import { MailDialog } from './mail-dialog.js';
import { copiesOf, NoteLink } from './new-vouchers.js';

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
  const { said, copy } = useCopy();
  const save = useDownload();
  const mayMakeOthers = mayIssue && !isToCorrect(voucher);
  const copies = useCopies(place, voucher);
  const links = useLinks(voucher);
  const { ecf: encf, attempt, signedAt, consultaUrl } = voucher;
  const file = (kind: 'xml' | 'json') => () =>
    void save.run({ href: fileAddress(kind, place, encf, attempt), name: `${encf}.${kind}` });
  const actions: readonly (MenuAction | false)[] = [
    ...(mayMakeOthers ? copies : []),
    signedAt !== null && { text: es.voucher.downloadXml, icon: 'download', onAction: file('xml') },
    { text: es.voucher.downloadJson, icon: 'download', onAction: file('json') },
    { text: es.actions.copyLink, icon: 'link', onAction: () => void copy(location.href) },
    consultaUrl !== undefined && {
      text: es.printedForm.copyLink,
      icon: 'link',
      onAction: () => void copy(consultaUrl),
    },
    ...links,
  ];
  return (
    <>
      <div className="actions">
        <span className="small soft" role="status">
          {said}
        </span>
        <Pdf place={place} voucher={voucher} paper={paper} />
        {mayIssue ? <MailButton place={place} voucher={voucher} /> : null}
        {mayMakeOthers ? <NoteLink place={place} voucher={voucher} /> : null}
        <MenuButton icon="more" label={es.voucher.more} actions={actions.filter((one) => one !== false)} />
      </div>
      <Problem error={save.error} />
    </>
  );
}

/** On the paper that the person uses. The menu has the others, for once. */
function Pdf({ place, voucher: { ecf, attempt }, paper }: VoucherProps & { readonly paper: Paper }) {
  const addressOn = (one: Paper) => printAddress(place, ecf, attempt, one);
  const papers = Object.entries(es.printedForm.papers) as readonly [Paper, string][];
  return (
    <span className="split">
      <a className="button" href={addressOn(paper)} target="_blank" rel="noreferrer">
        <Icon name="download" />
        {list.vouchers.pdf}
      </a>
      <MenuButton
        icon="down"
        label={es.printedForm.onPaper}
        actions={papers.map(([one, text]) => ({ text, icon: 'printer', href: addressOn(one) }))}
      />
    </span>
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
  return copiesOf(place, voucher).map(({ text, search }) => ({
    text,
    icon: 'copy',
    onAction: () =>
      void navigate({ to: '/empresas/$companyId/$environment/certificacion', params: place, search }),
  }));
}

/** To what others show of the voucher. */
function useLinks({ qrUrl, temporalUrl }: Voucher): readonly (MenuAction | false)[] {
  const { demo } = useSession().service;
  return [
    // DGII does not have the vouchers of the demo.
    qrUrl !== null && !demo && { text: es.voucher.checkAtDgii, icon: 'seal', href: qrUrl },
    temporalUrl !== null && { text: es.voucher.temporal, icon: 'audit', href: temporalUrl },
  ];
}
