/** Tells a person who has logged in how many wrong codes there were before, until the person has read it. */
import { useState } from 'react';
import type { Session } from '../../api/answers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Notice } from '../../parts/notice.js';
import { tryStorage } from '../../shared/browser-storage.js';
import { when } from '../../shared/format.js';

/** Which wrong codes the person has read about, in this tab: the moment of the last one. */
const key = 'codigos-errados';

export function WrongCodes({ wrongCodes }: Pick<Session, 'wrongCodes'>) {
  const [seen, setSeen] = useState(() => tryStorage(() => sessionStorage.getItem(key)));
  if (wrongCodes === null || seen === wrongCodes.lastAt) return null;
  const { count, firstAt, lastAt } = wrongCodes;
  return (
    <Notice tone="warn" title={es.login.wrongCodes(count, when(firstAt), when(lastAt))} urgent>
      <p>{es.login.wrongCodesText}</p>
      <Button
        small
        onPress={() => {
          setSeen(lastAt);
          tryStorage(() => sessionStorage.setItem(key, lastAt));
        }}
      >
        {es.login.wrongCodesSeen}
      </Button>
    </Notice>
  );
}
