import { useCallback, useEffect, useState } from 'react';
import { loadCaptcha, type Captcha } from '#api/session.ts';

/** The picture that the server asks for, if it does. Renewed before it expires. */
export function useCaptcha(): { picture: Captcha | undefined; renew: () => void } {
  const [picture, setPicture] = useState<Captcha>();
  const renew = useCallback(() => void loadCaptcha().then(setPicture), []);
  useEffect(renew, [renew]);
  useEffect(() => {
    if (picture === undefined) return undefined;
    const timer = setTimeout(renew, Math.max(10, picture.expiresIn - 5) * 1000);
    return () => clearTimeout(timer);
  }, [picture, renew]);
  return { picture, renew };
}
