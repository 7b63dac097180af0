import { listCodesSentTo, waitForCode, type Person, type Product } from './fixtures.ts';

export const PASSWORD = 'safe-pass-12';

let contactCount = 0;
/** A mobile number and an e-mail address that nobody has. */
export function createContacts(): { mobile: string; email: string } {
  contactCount += 1;
  const serial = `${process.pid % 1000}`.padStart(3, '0') + String(contactCount).padStart(4, '0');
  return { mobile: `987${serial}`, email: `account${serial}@mail.example` };
}

async function call(product: Product, name: string, fields: Record<string, string>) {
  const response = await fetch(`${product.url}/api/${name}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as { data: { id: number; auth_token: string }[] };
}

/** Registers a user with a password and without a verified contact. */
export async function createNewcomer(product: Product): Promise<Person> {
  const { mobile, email } = createContacts();
  const { data } = await call(product, 'user_register', {
    first_name: 'Meera',
    last_name: 'Joshi',
    email_id: email,
    mobile_number: mobile,
    password: PASSWORD,
    confrm_password: PASSWORD,
    register_for: 'company',
    company_name: 'Meera Interiors',
    'looking_for[]': 'projects',
    location: 'Kothrud, Pune',
    terms_accepted: '1',
    is_adult: '1',
  });
  const { id = 0, auth_token: token = '' } = data[0] ?? {};
  return { id, token, firstName: 'Meera', mobile: `+91${mobile}`, email };
}

/** Registers a user with a password and verifies both contacts. */
export async function createMember(product: Product): Promise<Person> {
  const user = await createNewcomer(product);
  const { token: auth_token, mobile, email } = user;
  const mobileCode = await waitForCode(product, mobile);
  await call(product, 'verify_mobile', { auth_token, mobile_number: mobile, otp: mobileCode });
  await call(product, 'verify_email', {
    auth_token,
    email_id: email,
    otp: await waitForCode(product, email),
  });
  // The code of the registration confirms nothing any more, and the next one can be requested at once.
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  return user;
}

/** Enters the code that the limited session of a login by the password alone needs. */
export async function proveSession(product: Product, token: string, mobile: string): Promise<void> {
  const fields = { auth_token: token, mobile_number: mobile };
  const used = await listCodesSentTo(product, mobile);
  await product.ask({ do: 'advance', ms: 31_000 });
  await call(product, 'send_otp_mobile', fields);
  await call(product, 'verify_mobile', { ...fields, otp: await waitForCode(product, mobile, used) });
}

/** Logs in the same person in another session. */
export async function logInByApi(product: Product, user: Person, password = PASSWORD): Promise<Person> {
  const response = await fetch(`${product.url}/api/user_login`, {
    method: 'POST',
    body: new URLSearchParams({ user_name: user.email, password }),
  });
  const { data } = (await response.json()) as { data: { auth_token: string }[] };
  const token = data[0]?.auth_token ?? '';
  await proveSession(product, token, user.mobile);
  return { ...user, token };
}
