/** What a person can do with a voucher: the usual things as buttons, the rarer ones in a menu. */
import type { ReactNode } from 'react';
import { es } from '../../es.js';
import { useCopy } from '../copy.js';
import { useDownload } from '../download.js';
import { MenuButton, type MenuAction } from '../menu-button.js';
import { Problem } from '../notice.js';

interface ActionsProps {
  /** The buttons. */
  readonly children: ReactNode;
  /** The menu begins with them. */
  readonly first?: readonly MenuAction[];
  readonly files: readonly { readonly text: string; readonly href: string; readonly name: string }[];
  readonly copies: readonly { readonly text: string; readonly copied: string }[];
  readonly links?: readonly MenuAction[];
}

export function Actions({ children, first = [], files, copies, links = [] }: ActionsProps) {
  const { said, copy } = useCopy();
  const save = useDownload();
  const actions: readonly MenuAction[] = [
    ...first,
    ...files.map(({ text, ...file }): MenuAction => ({
      text,
      icon: 'download',
      onAction: () => void save.run(file),
    })),
    ...copies.map(({ text, copied }): MenuAction => ({
      text,
      icon: 'link',
      onAction: () => void copy(copied),
    })),
    ...links,
  ];
  return (
    <>
      <div className="actions">
        <span className="small soft" role="status">
          {said}
        </span>
        {children}
        <MenuButton icon="more" label={es.voucher.more} actions={actions} />
      </div>
      <Problem error={save.error} />
    </>
  );
}
