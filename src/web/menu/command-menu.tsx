/** The menu that leads anywhere: sections, companies, actions, and vouchers by what people know of one. It is used by keyboard alone. */
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { TextField } from 'react-aria-components/TextField';
import type { VoucherRow } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { StateBadge } from '../parts/badge.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Encf, partyName } from '../parts/voucher/cells.js';
import { amount, slashDay } from '../shared/format.js';
import { useSession } from '../shell/use-session.js';
import { actionsOf, companies, matching, sections, type Destination } from './destinations.js';
import { useFound } from './use-found.js';

export interface CommandMenuProps {
  readonly place: Place | undefined;
  /** What the person typed before the menu was there. */
  readonly typedBefore: string;
  readonly onClose: () => void;
  readonly onFollowed: () => void;
}

/** As the search of the service takes it. */
const charsMax = 100;
/** A person of an accounting firm may have hundreds. The rest comes with the first letters. */
const companiesMax = 5;

export function CommandMenu(props: CommandMenuProps) {
  const { onClose } = props;
  return (
    <ModalOverlay
      className="overlay menu-overlay"
      isOpen
      isDismissable
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Modal className="modal menu-modal">
        <Dialog className="command-menu" aria-label={es.menu.title}>
          <Commands {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Commands({ place, typedBefore, onClose, onFollowed }: CommandMenuProps) {
  const session = useSession();
  const go = useGo(() => {
    onClose();
    onFollowed();
  });
  const [typed, setTyped] = useState(typedBefore);
  const found = useFound(place, typed);
  const wanted = typed.trim();
  const groups = [
    { name: 'sections', entries: matching(sections(session, place), wanted) },
    { name: 'actions', entries: matching(actionsOf(session, place), wanted) },
    { name: 'companies', entries: matching(companies(session, place), wanted).slice(0, companiesMax) },
  ] as const;
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const total = shown.reduce((sum, { entries }) => sum + entries.length, found.rows.length);
  const status = statusOf(found, wanted, total);
  const choose = (id: string) => {
    const destination = groups.flatMap(({ entries }) => entries).find((one) => one.id === id);
    const row = found.rows.find((one) => idOf(one) === id);
    if (destination !== undefined) go.to(destination);
    else if (place === undefined) return;
    else if (row === undefined) go.toList(place, wanted);
    else go.toVoucher(place, row);
  };
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <div className="menu-head">
        <Icon name="search" />
        <TextField aria-label={es.menu.title} autoFocus>
          {/* A screen reader then says that the arrows go through a list. */}
          <Input
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            placeholder={es.menu.placeholder}
            maxLength={charsMax}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
          />
        </TextField>
        <AriaButton className="button quiet small" onPress={onClose}>
          {es.menu.close}
        </AriaButton>
      </div>
      <ListBox
        aria-label={es.menu.results}
        className="menu-list"
        selectionMode="none"
        onAction={(key) => choose(String(key))}
        renderEmptyState={() => <span className="menu-empty">{status}</span>}
      >
        {shown.map(({ name, entries }) => (
          <Group key={name} name={name}>
            {entries.map((destination) => (
              <Entry key={destination.id} {...destination} />
            ))}
          </Group>
        ))}
        {found.rows.length === 0 ? null : (
          <Group name="vouchers">
            {found.rows.map((row) => (
              <VoucherEntry key={idOf(row)} row={row} />
            ))}
            <Entry id="all" text={es.menu.all(wanted)} icon="next" />
          </Group>
        )}
      </ListBox>
      <p className={total === 0 ? 'visually-hidden' : 'menu-status'} role="status">
        {status}
      </p>
    </Autocomplete>
  );
}

function statusOf(found: ReturnType<typeof useFound>, wanted: string, total: number): string {
  if (found.hasFailed) return es.menu.failed;
  if (found.isSearching) return es.menu.searching;
  return total === 0 ? es.menu.none(wanted) : wanted === '' ? '' : es.menu.found(total);
}

const idOf = ({ ecf, attempt }: VoucherRow): string => `voucher ${ecf} ${attempt}`;

function useGo(onGone: () => void) {
  const navigate = useNavigate();
  return {
    to: ({ address }: Destination) => {
      onGone();
      void navigate(address);
    },
    toVoucher: (place: Place, { ecf: encf }: VoucherRow) => {
      onGone();
      void navigate({
        to: '/empresas/$companyId/$environment/comprobantes/$encf',
        params: { ...place, encf },
      });
    },
    toList: (params: Place, buscar: string) => {
      onGone();
      void navigate({
        to: '/empresas/$companyId/$environment/comprobantes',
        params,
        search: { buscar },
      });
    },
  };
}

interface GroupProps {
  readonly name: keyof typeof es.menu.groups;
  readonly children: ReactNode;
}

function Group({ name, children }: GroupProps) {
  return (
    <ListBoxSection id={name} className="menu-group">
      <Header>{es.menu.groups[name]}</Header>
      {children}
    </ListBoxSection>
  );
}

interface EntryProps {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon: IconName;
}

function Entry({ id, text, detail, icon }: EntryProps) {
  return (
    <ListBoxItem id={id} textValue={text} className="menu-entry">
      <Icon name={icon} />
      <span className="menu-text">{text}</span>
      {detail === undefined ? null : <span className="menu-detail">{detail}</span>}
    </ListBoxItem>
  );
}

function VoucherEntry({ row }: { readonly row: VoucherRow }) {
  const { ecf, attempt, montoTotal } = row;
  const name = partyName(row) ?? es.none;
  return (
    <ListBoxItem id={idOf(row)} textValue={`${name} ${ecf}`} className="menu-entry">
      <Icon name="voucher" />
      <span className="menu-text">
        {name}
        <span className="menu-under">
          <Encf text={ecf} />
          {attempt > 1 ? ` · ${es.vouchers.attempt(attempt)}` : null}
          <span className="menu-day"> · {slashDay(row.fechaEmision)}</span>
        </span>
      </span>
      <span className="menu-detail">
        <span className="menu-amount">{amount(montoTotal)}</span>
        <StateBadge {...row} reason={undefined} />
      </span>
    </ListBoxItem>
  );
}
