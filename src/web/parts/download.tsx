/** A link that looks like a button and saves a file. If the service refuses, the page says why: a browser's own download says nothing. */
import type { MouseEvent, ReactNode } from 'react';
import { fileAt } from '../api/client.js';
import { saveFile } from '../shared/spreadsheets/save-file.js';
import { Icon, type IconName } from './icon.js';
import { Problem } from './notice.js';
import { useAction } from './use-action.js';

interface DownloadProps {
  readonly href: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly large?: boolean;
  /** Its only content. The children are then its name. */
  readonly icon?: IconName;
}

export function Download({ href, name, children, large = false, icon }: DownloadProps) {
  const save = useDownload();
  const onClick = (event: MouseEvent) => {
    // With one of these keys the person wants another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void save.run({ href, name });
  };
  return (
    <>
      <a
        className={icon === undefined ? (large ? 'button' : 'button small') : 'icon-button'}
        href={href}
        download={name}
        aria-busy={save.pending}
        onClick={onClick}
      >
        {icon === undefined ? null : <Icon name={icon} />}
        <span className={icon === undefined ? undefined : 'visually-hidden'}>{children}</span>
      </a>
      <Problem error={save.error} />
    </>
  );
}

interface SavedFile {
  readonly href: string;
  /** If the service gives it none. */
  readonly name: string;
}

export function useDownload() {
  return useAction(
    ({ href }: SavedFile) => fileAt(href),
    (file, { name }) => saveFile(file.name ?? name, file.bytes.type, file.bytes),
  );
}
