// No letters or digits that look like others: it will be read out or typed from paper.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const length = 12

/** A password by the product's rule: 12 letters and digits, both kinds; 68 bits. */
export const madePassword = (
  random: (values: Uint32Array<ArrayBuffer>) => Uint32Array = (values) =>
    crypto.getRandomValues(values),
): string => {
  const all = letters + digits
  for (;;) {
    const password = [...random(new Uint32Array(length))]
      .map((value) => all[value % all.length])
      .join('')
    if (/[A-Za-z]/.test(password) && /\d/.test(password)) return password
  }
}
