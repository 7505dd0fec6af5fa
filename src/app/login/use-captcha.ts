import { useCallback, useEffect, useState } from 'react';
import { loadCaptcha, type Captcha } from '#api/session.ts';

/** The picture that the server asks for, once it does. Renewed before it expires. */
export function useCaptcha(wanted: boolean): { picture: Captcha | undefined; renew: () => void } {
  const [picture, setPicture] = useState<Captcha>();
  const renew = useCallback(() => void loadCaptcha().then(setPicture), []);
  useEffect(() => {
    if (wanted) renew();
  }, [renew, wanted]);
  useEffect(() => {
    if (picture === undefined) return undefined;
    const timer = setTimeout(renew, Math.max(10, picture.expiresIn - 5) * 1000);
    return () => clearTimeout(timer);
  }, [picture, renew]);
  return { picture, renew };
}
