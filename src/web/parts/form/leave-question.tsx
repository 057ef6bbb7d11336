/** Asks a person who leaves a page with changes that are not saved: by a link, the browser's buttons, or closing the window. */
import { useBlocker } from '@tanstack/react-router';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { companySettings as texts } from '../../texts/company-settings.js';

export function LeaveQuestion({ asks }: { readonly asks: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => asks,
    enableBeforeUnload: asks,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={texts.leave} open onClose={reset}>
      <p>{texts.leaveText}</p>
      <div className="actions">
        <Button kind="primary" onPress={reset}>
          {texts.stay}
        </Button>
        <Button kind="danger" onPress={proceed}>
          {texts.leaveAnyway}
        </Button>
      </div>
    </Dialog>
  );
}
