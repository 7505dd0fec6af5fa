import { useEffect, useState } from 'react';
import { type Detail, landPath } from '#map/land.ts';

/** Coasts for a map; without them the map still says where everything is. */
export function useLand(detail: Detail | undefined): Path2D | undefined {
  const [land, setLand] = useState<Path2D>();
  useEffect(() => {
    if (detail === undefined) return undefined;
    let gone = false;
    landPath(detail).then(
      (path) => !gone && setLand(new Path2D(path)),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [detail]);
  return detail === undefined ? undefined : land;
}
