// The few marks of the window. They always stand for an action or a state, never for decoration.

const PATHS = {
  play: <path d="M5 3.2v9.6L12.6 8z" fill="currentColor" stroke="none" />,
  pause: <path d="M4.5 3.5h2.2v9H4.5zM9.3 3.5h2.2v9H9.3z" fill="currentColor" stroke="none" />,
  start: <path d="M4 3.5h1.4v9H4zM12.5 3.5v9L6.2 8z" fill="currentColor" stroke="none" />,
  loop: (
    <path d="M10.2 1.8 12.4 4l-2.2 2.2M12.2 4H5.5A2.5 2.5 0 0 0 3 6.5V8m2.8 6.2L3.6 12l2.2-2.2M3.8 12h6.7A2.5 2.5 0 0 0 13 9.5V8" />
  ),
  lock: <path d="M4 7.5h8v5.5H4zM5.7 7.3V5.3a2.3 2.3 0 0 1 4.6 0v2" />,
  unlock: <path d="M4 7.5h8v5.5H4zM5.7 7.3V4.8a2.3 2.3 0 0 1 4.5-.6" />,
  find: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.5 3.5" />
    </>
  ),
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  up: <path d="m4.5 9.5 3.5-3.5 3.5 3.5" />,
  right: <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  enlarge: <path d="M9.5 3.5h3v3M12.5 3.5 9 7M6.5 12.5h-3v-3M3.5 12.5 7 9" />,
  reduce: <path d="M12.5 6.5h-3v-3M9.5 6.5 13 3M3.5 9.5h3v3M6.5 9.5 3 13" />,
  x: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  warn: <path d="M7.2 3h1.6v6.4H7.2zM7.2 11.2h1.6v1.8H7.2z" fill="currentColor" stroke="none" />,
  star: <path d="m8 2.6 1.65 3.45 3.75.5-2.75 2.6.7 3.75L8 11.05 4.65 12.9l.7-3.75L2.6 6.55l3.75-.5z" />,
  copy: <path d="M5.5 5.5h7v7h-7zM3.5 10.5v-7h7" />,
  rows: <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />,
  tiles: <path d="M2.5 3h4.5v4H2.5zM9 3h4.5v4H9zM2.5 9h4.5v4H2.5zM9 9h4.5v4H9z" />,
  grip: (
    <path
      d="M5 3h2v2H5zm4 0h2v2H9zM5 7h2v2H5zm4 0h2v2H9zm-4 4h2v2H5zm4 0h2v2H9z"
      fill="currentColor"
      stroke="none"
    />
  ),
} as const

export type IconName = keyof typeof PATHS

/** Hidden from assistive technology: the control around it carries the name. */
export function Icon({
  name,
  size = 16,
  isFilled = false,
}: {
  name: IconName
  size?: 12 | 16 | 20
  isFilled?: boolean
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={size === 12 ? 1.6 : 1.25}
      strokeLinecap="square"
      aria-hidden="true"
      focusable="false"
    >
      {PATHS[name]}
    </svg>
  )
}
