import { doMainJob } from './mainJob.ts';
import { test } from './product.ts';

test('a person links pages, sends a flyer, sets rules, queues, posts, retries and sees the picture', ({
  page,
  product,
}) => doMainJob(page, product));
