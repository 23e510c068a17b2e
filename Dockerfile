# docker build --tag mystpy .      then: docker run --rm -it mystpy demo
# With your own files: docker run --rm -it --volume "$PWD:/work" mystpy know 3 game.toml
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN python -m pip wheel --no-cache-dir --wheel-dir /wheels '.[solve]'

FROM python:3.13-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends swi-prolog-nox \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN python -m pip install --no-cache-dir --no-index --find-links /wheels 'mystpy[solve]' \
    && rm -rf /wheels \
    && useradd --create-home mystpy
USER mystpy
WORKDIR /work
ENTRYPOINT ["mystpy"]
CMD ["--help"]
