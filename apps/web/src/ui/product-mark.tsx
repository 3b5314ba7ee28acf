import style from './product-mark.module.css'

type Props = { name: string; logo: string | null; bare?: boolean }

/** Logo and name of the product; the host's picture if it has one. `bare`: the logo alone. */
export const ProductMark = ({ name, logo, bare = false }: Props) => (
  <span className={`inline-flex wrap gap-10 items-center ${style.mark}`}>
    {logo ? (
      <img src={logo} alt={bare ? name : ''} height={32} />
    ) : (
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <g>
          <path d="M7 23c5-1 6-13 18-14" strokeWidth="3.2" />
          <path
            d="M11.500 25.500c5-1.500 5.500-11 14-12.500M6 17.500c3.500-1.500 5-9 13-11"
            strokeWidth="2.2"
            opacity="0.7"
          />
        </g>
      </svg>
    )}
    {!bare && <span className={`semibold truncate ${style.name}`}>{name}</span>}
  </span>
)
