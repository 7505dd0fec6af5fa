import { useEffect, useState } from 'react';
import { loadCaptcha, type Captcha } from '#api/session.ts';

/** The picture that the server asks for, if it does. Renewed before it expires. */
export function useCaptcha(): { picture: Captcha | undefined; renew: () => void } {
  const [picture, setPicture] = useState<Captcha>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void loadCaptcha().then((loaded) => {
      if (over) return;
      setPicture(loaded);
      if (loaded !== undefined) timer = setTimeout(() => setRound((now) => now + 1), Math.max(10, loaded.expiresIn - 5) * 1000);
    });
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [round]);
  return { picture, renew: () => setRound((now) => now + 1) };
}
