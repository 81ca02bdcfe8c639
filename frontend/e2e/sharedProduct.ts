import { SHARED_PRODUCT_URL, startProduct } from './product.ts';

/** Starts the product that the tests of all workers share; Playwright calls what it answers at the end. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  const { baseUrl, stop } = await startProduct();
  process.env[SHARED_PRODUCT_URL] = baseUrl;
  return stop;
}
