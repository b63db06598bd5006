/** The boat has landed. */
import classes from './done-step.module.css'

export const DoneDrawing = ({ isLow }: { isLow: boolean }) => (
  <svg
    className={classes.drawing}
    data-low={isLow || undefined}
    viewBox="0 0 400 170"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    <circle cx="296" cy="52" r="26" fill="var(--lacquer)" opacity=".16" />
    <path fill="var(--mist-1)" d="M0 126 C60 62 96 48 140 84 C176 112 200 40 244 34 C292 28 320 104 400 112 V170 H0 Z" />
    <path fill="var(--mist-2)" d="M0 140 C60 118 120 132 180 134 C260 138 320 116 400 132 V170 H0 Z" />
    <g transform="translate(176 58)">
      <path d="M15 0 C42 12 58 36 60 68 L15 68 Z" fill="var(--lacquer)" />
      <path d="M15 22 L45 24 M15 45 L56 47" stroke="var(--surface)" strokeWidth="4" />
      <path d="M8 24 C-4 36 -9 50 -10 68 L8 68 Z" fill="var(--ink)" opacity=".85" />
      <path d="M-32 78 H68 C63 94 52 102 34 102 H2 C-16 102 -27 94 -32 78 Z" fill="var(--ink)" />
    </g>
    <path fill="var(--mist-3)" d="M0 152 C80 142 150 160 220 152 C300 144 350 158 400 150 V170 H0 Z" />
    <circle cx="262" cy="120" r="19" fill="var(--jade)" stroke="var(--surface)" strokeWidth="4" />
    <path
      d="M253.500 120.500 l6 6 l11 -12"
      fill="none"
      stroke="var(--surface)"
      strokeWidth="3.400"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
