import type { ReactNode } from 'react';

const hubs: [number, number][] = [
  [210, 250],
  [430, 380],
  [300, 560],
];
const sites: [number, number, number][] = [
  [70, 140, 0],
  [120, 330, 0],
  [260, 110, 0],
  [380, 180, 0],
  [540, 270, 1],
  [590, 430, 1],
  [500, 540, 1],
  [420, 690, 2],
  [230, 720, 2],
  [110, 610, 2],
  [90, 470, 2],
  [640, 620, 1],
];

/** A network at work, drawn still; pulses run along its lines unless the system asks for less motion. */
export function NetworkPicture(): ReactNode {
  return (
    <svg className="login-picture" viewBox="0 0 700 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <g className="login-lines">
        <path d="M210 250 430 380 300 560Z" className="login-backbone" />
        {sites.map(([x, y, hub]) => (
          <path key={`${x} ${y}`} d={`M${hubs[hub]?.join(' ')} ${x} ${y}`} />
        ))}
      </g>
      <path d="M210 250 430 380 300 560Z" className="login-pulse" pathLength="100" />
      {sites.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="5" className="login-site" />
      ))}
      {hubs.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="22" className="login-halo" />
          <circle cx={x} cy={y} r="9" className="login-hub" />
        </g>
      ))}
    </svg>
  );
}
