/** The views of the voucher list: those that everybody has, and those that a person has saved in this browser. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { localDate } from '../../../../ecf/model/dates.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { TextField } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form.js';
import { Icon } from '../../../parts/icon.js';
import { Notice } from '../../../parts/notice.js';
import { useForm } from '../../../parts/form/use-form.js';
import { count, swapDay } from '../../../shared/format.js';
import { isSameFilters, savedViewsMax, useSavedViews, type SavedView } from '../../../shared/saved-views.js';
import { useChoice } from '../../../shared/use-choice.js';
import { useNow } from '../../../shared/use-now.js';
import { useSession } from '../../../shell/use-session.js';
import { list } from '../../../texts/list.js';
import { filtersOf, type Filters } from '../filters.js';

const texts = list.views;

function usualViews(now: number): readonly SavedView<Filters>[] {
  const month = `${swapDay(localDate(now)).slice(0, 8)}01`;
  return [
    { name: texts.all, filters: {} },
    { name: texts.month, filters: { desde: month, dia: 'emision' } },
    { name: texts.pending, filters: { pendientes: true } },
    { name: texts.waiting, filters: { espera: 'any' } },
    { name: texts.rejected, filters: { estado: 'rejected' } },
  ];
}

export function useViews(place: Place, filters: Filters) {
  const { personId } = useSession().person;
  const saved = useSavedViews(`${personId}/${place.companyId}/comprobantes`, filtersOf);
  const usual = usualViews(useNow());
  const isNow = (view: SavedView<Filters>) => isSameFilters(view.filters, filters);
  return {
    all: [...usual, ...saved.views],
    current: [...usual, ...saved.views].find(isNow),
    /** The saved one that is shown, which can be removed. */
    own: usual.some(isNow) ? undefined : saved.views.find(isNow),
    saved,
  };
}

interface ViewsProps {
  readonly place: Place;
  readonly filters: Filters;
  readonly views: ReturnType<typeof useViews>;
}

export function Views({ place, filters, views: { all, current, own, saved } }: ViewsProps) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <nav className="tabs views" aria-label={texts.label}>
      {all.map((view) => (
        <Link
          key={view.name}
          to="/empresas/$companyId/$environment/comprobantes"
          params={place}
          search={view.filters}
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={view === current ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
      <span className="spring" />
      {own !== undefined ? (
        <Button small kind="quiet" onPress={() => saved.remove(own.name)}>
          <Icon name="close" />
          {texts.remove}
        </Button>
      ) : current === undefined ? (
        <Button small kind="quiet" onPress={() => setIsSaving(true)}>
          <Icon name="plus" />
          {texts.save}
        </Button>
      ) : null}
      {isSaving ? (
        <SaveDialog
          isFull={saved.views.length >= savedViewsMax}
          onSave={(name) => saved.save(name, filters)}
          onClose={() => setIsSaving(false)}
        />
      ) : null}
    </nav>
  );
}

interface SaveDialogProps {
  readonly isFull: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

function SaveDialog({ isFull, onSave, onClose }: SaveDialogProps) {
  const form = useForm({
    start: { name: '' },
    send: ({ name }) => {
      onSave(name.trim());
      return Promise.resolve();
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={texts.save}
      form={form}
      submit={es.actions.save}
      blocked={isFull || form.values.name.trim() === ''}
      onClose={onClose}
    >
      {isFull ? <Notice tone="warn">{texts.full(count(savedViewsMax))}</Notice> : null}
      <TextField label={texts.name} hint={texts.hint} required maxLength={40} {...form.field('name')} />
    </FormDialog>
  );
}

interface ViewChoiceProps {
  readonly views: ReturnType<typeof useViews>;
  readonly onChoose: (filters: Filters) => void;
}

/** The same views on a telephone: one button, whose list is that of the browser. */
export function ViewChoice({ views: { all, current }, onChoose }: ViewChoiceProps) {
  const choice = useChoice(current?.name ?? '', (name) => {
    const view = all.find((one) => one.name === name);
    if (view !== undefined) onChoose(view.filters);
  });
  return (
    <span className="button in-narrow view-choice">
      <span className="chip-choice">
        <span aria-hidden="true">{current?.name ?? texts.other}</span>
        <Icon name="down" />
        <select aria-label={texts.label} {...choice}>
          {current === undefined ? <option value="">{texts.other}</option> : null}
          {all.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </span>
  );
}
