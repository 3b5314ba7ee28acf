import style from './step-marks.module.css'

type Props = { label: string; steps: readonly string[]; /** From 0 */ current: number }

/** Shows the current step of a process. */
export const StepMarks = ({ label, steps, current }: Props) => (
  <ol className={`flex gap-12 items-center ${style.steps}`} aria-label={label}>
    {steps.map((step, index) => (
      <li
        className="flex gap-8 items-center min-w-0 muted"
        key={step}
        aria-current={index === current ? 'step' : undefined}
        data-done={index < current || (index === current && current === steps.length - 1)}
      >
        <span aria-hidden="true">
          {index < current || (index === current && current === steps.length - 1) ? (
            <svg viewBox="0 0 16 16">
              <path d="M3.500 8.500l3 3 6-7" />
            </svg>
          ) : (
            index + 1
          )}
        </span>
        {step}
      </li>
    ))}
  </ol>
)
